# Homebrew: `brew install --HEAD --formula packages/recipes/homebrew/quadrille.rb`, with the address of the repository that you use.
class Quadrille < Formula
  desc "Dynamic 2D quadtree for boxes and points: spatial index and broad phase"
  homepage "https://quadrille.example/"
  license "MIT"
  head "https://quadrille.example/quadrille.git", branch: "main"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", "-DQUADRILLE_APPS=OFF", "-DQUADRILLE_EXAMPLES=OFF", "-DQUADRILLE_TESTS=OFF",
           "-DQUADRILLE_MPI=OFF", *std_cmake_args
    system "cmake", "--build", "build", "--target", "installed"
    system "cmake", "--install", "build"
    pkgshare.install "examples/hello.c"
  end

  test do
    system ENV.cc, pkgshare/"hello.c", "-I#{include}", "-L#{lib}", "-lquadrille", "-lm", "-o", "hello"
    system "./hello"
  end
end
