-- xrepo, or add_requires in xmake: it builds the checkout that it lies in.
package("quadrille")
    set_description("A dynamic 2D quadtree for boxes and points: spatial index and collision broad phase")
    set_license("MIT")
    set_sourcedir(path.join(os.scriptdir(), "..", "..", "..", "..", "..", ".."))
    add_deps("cmake")
    add_configs("gravity", {description = "Link to gravity too", default = false, type = "boolean"})
    add_configs("oracle", {description = "Link to brute force and the checker too", default = false, type = "boolean"})
    add_configs("image", {description = "Link to the codec of pictures too", default = false, type = "boolean"})
    add_configs("threads", {description = "Link to the thread pool too", default = false, type = "boolean"})

    on_load(function (package)
        for _, part in ipairs({"gravity", "oracle", "image", "threads"}) do
            if package:config(part) then
                package:add("links", "quadrille-" .. part)
            end
        end
        package:add("links", "quadrille")
        if package:is_plat("linux", "bsd") then
            package:add("syslinks", "m")
            if package:config("threads") then
                package:add("syslinks", "pthread")
            end
        end
    end)

    on_install(function (package)
        local configs = {"-DQUADRILLE_APPS=OFF", "-DQUADRILLE_EXAMPLES=OFF", "-DQUADRILLE_TESTS=OFF", "-DQUADRILLE_MPI=OFF"}
        table.insert(configs, "-DQUADRILLE_KINDS=" .. (package:config("shared") and "shared" or "static"))
        import("package.tools.cmake").install(package, configs)
    end)

    on_test(function (package)
        assert(package:has_cfuncs("qd_version", {includes = "quadrille/quadrille.h"}))
    end)
package_end()
