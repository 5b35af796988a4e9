"""Writes the docstrings of quadrille/_core.pyi as macros of C: docs.py STUB HEADER."""

import ast
import sys
import textwrap


def signature(function: ast.FunctionDef, name: str = "") -> str:
    """The parameters as inspect.signature reads them in the docstring of a compiled function."""
    arguments = function.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    text = ast.unparse(arguments).replace("self", "$self", 1)
    if name:  # that of a class has no self
        text = text.removeprefix("$self").removeprefix(", ")
    return f"{name or function.name}({text})\n--\n\n"


def literal(text: str) -> str:
    lines = text.splitlines(keepends=True)
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for line in lines]
    return " \\\n    ".join(f'"{line}"' for line in escaped) or '""'


def entry(name: str, text: str) -> str:
    return f"#define DOC_{name.upper().strip('_')} \\\n    {literal(text)}\n"


def documented(owner: ast.ClassDef) -> dict[str, str]:
    """The text of a class and of each member that has one, by its name in C."""
    makes = next(member for member in owner.body if isinstance(member, ast.FunctionDef) and member.name == "__init__")
    texts = {owner.name: signature(makes, owner.name) + (ast.get_docstring(owner) or "")}
    for member in owner.body:
        text = isinstance(member, ast.FunctionDef) and ast.get_docstring(member)
        if text:
            is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in member.decorator_list)
            name = f"{owner.name}_{member.name.strip('_')}"
            texts[name] = text if is_property else signature(member) + text
    return texts


def main(stub: str, header: str) -> None:
    with open(stub, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    lines = [entry(name, textwrap.dedent(text)) for owner in classes for name, text in documented(owner).items()]
    with open(header, "w", encoding="utf-8") as file:
        file.write("// Written by docs.py from the stub.\n" + "".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
