#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) return 1; /* the header: what types there are */
    printf("{\"ready\":true}\n");
    fflush(stdout);
    while (getline(&line, &size, stdin) > 0) {
        int id = atoi(strstr(line, "\"id\":") + 5);
        /* your code goes here */
        printf("{\"id\":%d,\"pass\":true}\n", id);
        fflush(stdout);
    }
    free(line);
}
