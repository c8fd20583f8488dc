// Draws a triangle of stars as high as the user wants it, and tells how many stars it took.
#include <iostream>
using namespace std;

int main() {
    int height = 0;
    cout << "Height: ";
    cin >> height;
    if (height < 1 || height > 20) {
        cout << "The height must be from 1 to 20." << endl;
        return 0;
    }
    int stars = 0;
    for (int row = 1; row <= height; row++) {
        for (int blank = 1; blank <= height - row; blank++) {
            cout << ' ';
        }
        for (int star = 1; star <= 2 * row - 1; star++) {
            cout << '*';
            stars++;
        }
        cout << endl;
    }
    cout << "Stars: " << stars << endl;
    return 0;
}
