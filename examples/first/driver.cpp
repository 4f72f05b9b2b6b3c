#include <iostream>
#include <stdexcept>
#include <string>

void say(const std::string& reply) {
    std::cout << reply << std::endl;
}

int main() {
    std::string line;
    std::getline(std::cin, line);  // the header: what types there are
    say("{\"ready\":true}");
    while (std::getline(std::cin, line)) {
        int id = std::stoi(line.substr(line.find("\"id\":") + 5));
        // your code goes here
        say("{\"id\":" + std::to_string(id) + ",\"pass\":true}");
    }
}
