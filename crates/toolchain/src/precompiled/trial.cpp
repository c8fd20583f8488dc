// Follows some of the headers that are precompiled. It becomes the same object whether they were drained or not.

namespace grader_trial {
#ifdef _GLIBCXX_IOSTREAM
long sum;

struct Square {
    static int count;
    int row;
    int column;
    friend std::ostream& operator<<(std::ostream& out, const Square& square)
    {
        return out << square.row << ',' << square.column << std::endl;
    }
};
int Square::count = 3;
const char board[3][3] = {{'a', 'b', 'c'}, {'d', 'e', 'f'}, {'g', 'h', 'i'}};

int play()
{
    int first = 0;
    double second = 0;
    while (std::cin >> first >> second) {
        sum += first;
        std::cout << "Sum: " << sum << ' ' << second << board[first % 3] << Square{first, Square::count} << std::endl;
    }
    std::cin.clear();
    std::cin.ignore(100, '\n');
    return std::cin.fail() ? 1 : 0;
}
#endif
#ifdef _GLIBCXX_STRING
std::string name = "name";

std::string greet(std::string text)
{
    static std::string last;
    last = text.substr(0, 3) + name + std::to_string(text.size());
    text.append(last).insert(0, "Hello, ");
    return text.find(' ') == std::string::npos ? text : text + '!';
}
#endif
#ifdef _GLIBCXX_VECTOR
std::vector<std::vector<int>> grid(3, std::vector<int>(3, 1));

int fill(int value)
{
    std::vector<double> line;
    for (int i = 0; i < value; i++) line.push_back(i);
    grid.at(1)[2] = value;
    grid.resize(line.size());
    return grid.empty() ? 0 : static_cast<int>(line.back());
}
#endif
#ifdef _GLIBCXX_MAP
std::map<int, double> counts;

double count(int key)
{
    counts[key] += 1;
    return counts.begin()->second;
}
#endif
#if defined(_GLIBCXX_ALGORITHM) && defined(_GLIBCXX_VECTOR)
void order(std::vector<int>& numbers) { std::sort(numbers.begin(), numbers.end()); }
#endif
#if defined(_GLIBCXX_IOMANIP) && defined(_GLIBCXX_IOSTREAM)
void show(double number) { std::cout << std::setw(8) << std::fixed << std::setprecision(2) << number; }
#endif
#if defined(_GLIBCXX_SSTREAM) && defined(_GLIBCXX_STRING)
int read(const std::string& line)
{
    std::istringstream in(line);
    int number = 0;
    in >> number;
    return number;
}
#endif
} // namespace grader_trial

int main() { return 0; }
