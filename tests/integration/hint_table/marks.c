/* Reads how many marks there are, and the marks; tells the best, the worst, the average, the median, and how often each was given. */
#include <stdio.h>
#define MOST 50

int main(void) {
    int count = 0;
    int marks[MOST];
    int given[6] = {0};
    scanf("%d", &count);
    if (count < 1 || count > MOST) {
        printf("There must be 1 to %d marks.\n", MOST);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        scanf("%d", &marks[i]);
    }
    for (int round = 1; round < count; round++) {
        for (int j = 0; j + round < count; j++) {
            if (marks[j] > marks[j + 1]) {
                int kept = marks[j];
                marks[j] = marks[j + 1];
                marks[j + 1] = kept;
            }
        }
    }
    int sum = 0;
    for (int k = 0; k < count; k++) {
        sum += marks[k];
        if (marks[k] >= 1 && marks[k] <= 5) {
            given[marks[k]]++;
        }
    }
    double average = (double)sum / count;
    double median = marks[count / 2];
    if (count % 2 == 0) {
        median = (marks[count / 2 - 1] + marks[count / 2]) / 2.0;
    }
    printf("Best: %d, worst: %d\n", marks[0], marks[count - 1]);
    printf("Average: %.2f\n", average);
    printf("Median: %.1f\n", median);
    for (int mark = 1; mark <= 5; mark++) {
        printf("%d |", mark);
        for (int n = 0; n < given[mark]; n++) {
            printf("*");
        }
        printf("\n");
    }
    return 0;
}
