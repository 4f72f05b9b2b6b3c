#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
using json = nlohmann::json;

// The code under test: a set of integers in a search tree.
struct Node {
    int key;
    std::unique_ptr<Node> left, right;
};

void erase(std::unique_ptr<Node>& at, int key) {
    if (!at) return;
    if (key != at->key) return erase(key < at->key ? at->left : at->right, key);
    if (!at->left || !at->right) {
        at = std::move(at->left ? at->left : at->right);
        return;
    }
    auto* next = &at->right;  // the least key to the right takes the place
    while ((*next)->left) next = &(*next)->left;
    at->key = (*next)->key;
    *next = nullptr;  // the fault: what is to the right of it is lost
}

std::unique_ptr<Node> made(const json& objects, const json& id) {
    if (id.is_null()) return nullptr;
    const json& node = objects[id.get<std::string>()];
    return std::unique_ptr<Node>(new Node{node["key"], made(objects, node["left"]), made(objects, node["right"])});
}

void collect(const std::unique_ptr<Node>& at, std::vector<int>& keys) {
    if (!at) return;
    collect(at->left, keys);
    keys.push_back(at->key);
    collect(at->right, keys);
}

int main() {
    std::string line;
    std::getline(std::cin, line);  // the header: what types there are
    std::cout << R"({"ready":true})" << std::endl;
    while (std::getline(std::cin, line)) {
        json request = json::parse(line), reply = {{"id", request["id"]}};
        const json &objects = request["objects"], &roots = request["roots"];
        auto root = made(objects, objects[roots["t"].get<std::string>()]["root"]);
        std::vector<int> before, after;
        collect(root, before);
        erase(root, roots["k"]);
        collect(root, after);
        std::set<int> expected(before.begin(), before.end());
        expected.erase(roots["k"].get<int>());
        if (std::equal(after.begin(), after.end(), expected.begin(), expected.end())) reply["pass"] = true;
        else reply["fail"] = {{"cause", "other keys than std::set"}, {"message", json(after).dump()}};
        std::cout << reply << std::endl;
    }
}
