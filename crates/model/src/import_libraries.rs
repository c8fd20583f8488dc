//! What programs are linked with in the place of whole libraries.

/// The libraries of a compiler, for linking with a few of their symbols at a time. They are for one command with exactly
/// these flags.
#[derive(Debug, Clone, Default)]
pub struct ImportLibraries {
    /// The compiler's command.
    pub command: String,
    /// The compiler's flags.
    pub flags: Vec<String>,
    /// What stands behind the objects.
    pub trailing_arguments: Vec<String>,
    /// What a linker looks for (`libm.so`), and the bytes of what it finds.
    pub libraries: Vec<(String, Vec<u8>)>,
    /// The bytes of what loads a program, whose symbols count as well.
    pub loader: Vec<u8>,
    /// The bytes of the objects that every program starts and ends with.
    pub start_files: Vec<Vec<u8>>,
    /// How large the linker's table of symbols becomes with all symbols of the libraries.
    pub table_size: u64,
}
