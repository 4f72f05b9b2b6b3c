package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func say(reply map[string]any) {
	text, _ := json.Marshal(reply)
	fmt.Println(string(text))
}

func main() {
	requests := bufio.NewReader(os.Stdin)
	requests.ReadBytes('\n') // the header: what types there are
	say(map[string]any{"ready": true})
	for {
		line, err := requests.ReadBytes('\n')
		if err != nil {
			return // there are no more inputs
		}
		var request struct{ ID int }
		json.Unmarshal(line, &request)
		// your code goes here
		say(map[string]any{"id": request.ID, "pass": true})
	}
}
