"""mdBook's preprocessor: links that lead out of the book lead to the repository on GitHub."""
import json, posixpath, re, sys

REPOSITORY = "https://github.com/korrel/korrel/blob/main/"


def outward(folder, link):
    target = posixpath.normpath(posixpath.join(folder, link))
    is_outside = "://" not in link and not link.startswith("#") and not target.startswith("docs/")
    return REPOSITORY + target if is_outside else link


def walk(items):
    for chapter in (item["Chapter"] for item in items if "Chapter" in item):
        folder = posixpath.dirname("docs/" + chapter["path"])
        replaced = lambda found: f"]({outward(folder, found[1])})"
        chapter["content"] = re.sub(r"\]\(([^)]*)\)", replaced, chapter["content"])
        walk(chapter["sub_items"])


if sys.argv[1:2] != ["supports"]:
    _, book = json.load(sys.stdin)
    walk(book["items"])
    json.dump(book, sys.stdout)
