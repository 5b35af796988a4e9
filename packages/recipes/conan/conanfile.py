"""Conan 2: `conan create packages/recipes/conan` in a checkout. The sources are those of the checkout."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

ROOT = os.path.join("..", "..", "..")
PARTS = ["gravity", "oracle", "image", "threads"]


class Quadrille(ConanFile):
    name = "quadrille"
    description = "A dynamic 2D quadtree for boxes and points: spatial index and collision broad phase"
    topics = ("quadtree", "spatial-index", "collision-detection", "broad-phase")
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def set_version(self):
        base = load(self, os.path.join(self.recipe_folder, ROOT, "include", "quadrille", "base.h"))
        self.version = ".".join(re.findall(r"^#define QD_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", base, re.M))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        for pattern in ["CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "libs/*"]:
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ["APPS", "EXAMPLES", "TESTS", "MPI"]:
            toolchain.cache_variables[f"QUADRILLE_{part}"] = False
        toolchain.cache_variables["QUADRILLE_KINDS"] = "shared" if self.options.shared else "static"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target="installed")

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in [["lib", "cmake"], ["lib", "pkgconfig"], ["share"]]:  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "Quadrille")
        for part in ["quadrille", *PARTS]:
            component = self.cpp_info.components[part]
            package = part if part == "quadrille" else f"quadrille-{part}"
            component.libs = [package]
            component.set_property("cmake_target_name", f"Quadrille::{part}")
            component.set_property("pkg_config_name", package)
            if part != "quadrille":
                component.requires = ["quadrille"]
            if self.settings.os in ["Linux", "FreeBSD"]:
                component.system_libs = ["m"] + (["pthread"] if part == "threads" else [])
