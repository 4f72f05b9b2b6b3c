#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

/* The code under test: takes the least element off a heap of n > 0 elements. */
static int pop(int *heap, int n) {
    int least = heap[0], last = heap[--n], at = 0;
    for (int child; (child = 2 * at + 1) + 1 < n; at = child) { /* the fault: it passes over an only child */
        if (child + 1 < n && heap[child + 1] < heap[child]) child++;
        if (last <= heap[child]) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return least;
}

#define get cJSON_GetObjectItemCaseSensitive

int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) return 1; /* the header: what types there are */
    puts("{\"ready\":true}");
    fflush(stdout);
    while (getline(&line, &size, stdin) > 0) {
        cJSON *request = cJSON_Parse(line), *objects = get(request, "objects"), *reply = cJSON_CreateObject();
        cJSON *heap = get(objects, get(get(request, "roots"), "h")->valuestring), *list = get(heap, "elements");
        int n = cJSON_GetArraySize(list), *elements = malloc((n + 1) * sizeof *elements);
        for (int i = 0; i < n; i++) elements[i] = cJSON_GetArrayItem(list, i)->valueint;
        cJSON_AddNumberToObject(reply, "id", get(request, "id")->valueint);
        if (n == 0) cJSON_AddNullToObject(reply, "result");
        else cJSON_AddNumberToObject(reply, "result", pop(elements, n--));
        cJSON_ReplaceItemInObject(heap, "elements", cJSON_CreateIntArray(elements, n));
        cJSON_AddItemReferenceToObject(cJSON_AddObjectToObject(reply, "post"), "objects", objects);
        char *text = cJSON_PrintUnformatted(reply);
        puts(text);
        fflush(stdout);
        free(text);
        free(elements);
        cJSON_Delete(reply);
        cJSON_Delete(request);
    }
    free(line);
}
