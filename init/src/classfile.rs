//! A class file, as far as its fields go (The Java Virtual Machine Specification, chapter 4).

/// The content of a class file.
#[derive(Clone, Debug, Default)]
pub struct ClassFile {
    /// `java/util/TreeMap$Entry`.
    pub name: String,
    pub parent: Option<String>,
    pub interfaces: Vec<String>,
    pub flags: u16,
    pub fields: Vec<FieldInfo>,
}

#[derive(Clone, Debug)]
pub struct FieldInfo {
    pub name: String,
    /// With type arguments, where there are any, or else the descriptor.
    pub signature: String,
    pub flags: u16,
}

pub const STATIC: u16 = 0x0008;
pub const ABSTRACT: u16 = 0x0400;
pub const SYNTHETIC: u16 = 0x1000;
pub const ENUM: u16 = 0x4000;

/// An entry of the constant pool that is asked for.
#[derive(Clone, Debug)]
enum PoolEntry {
    Text(String),
    Class(u16),
    Other,
}

struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
    constants: Vec<PoolEntry>,
}

/// # Errors
/// Bytes that are no class file, or are cut off.
pub fn read(bytes: &[u8]) -> Result<ClassFile, String> {
    let mut reader = ByteReader { bytes, at: 0, constants: Vec::new() };
    if reader.number(4)? != 0xCAFE_BABE {
        return Err("it does not begin as a class file does".to_owned());
    }
    reader.skip(4)?;
    reader.constants()?;
    let flags = reader.short()?;
    let name = reader.class()?;
    let parent = reader.class()?;
    let count = reader.short()?;
    let interfaces = (0..count).map(|_| reader.class()).collect::<Result<_, _>>()?;
    let count = reader.short()?;
    let fields = (0..count).map(|_| reader.field()).collect::<Result<_, _>>()?;
    let parent = (!parent.is_empty()).then_some(parent);
    Ok(ClassFile { name, parent, interfaces, flags, fields })
}

impl ByteReader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], String> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or("it is cut off")?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn skip(&mut self, count: usize) -> Result<(), String> {
        self.take(count).map(|_| ())
    }

    fn number(&mut self, count: usize) -> Result<u32, String> {
        Ok(self.take(count)?.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn short(&mut self) -> Result<u16, String> {
        self.number(2).map(|number| number as u16)
    }

    fn constants(&mut self) -> Result<(), String> {
        let count = usize::from(self.short()?);
        self.constants.push(PoolEntry::Other);
        while self.constants.len() < count {
            let tag = self.number(1)?;
            let constant = match tag {
                1 => {
                    let length = self.short()?.into();
                    // Java's own form of UTF-8 differs from it in what no name has.
                    PoolEntry::Text(String::from_utf8_lossy(self.take(length)?).into_owned())
                }
                7 => PoolEntry::Class(self.short()?),
                8 | 16 | 19 | 20 => self.skip(2).map(|()| PoolEntry::Other)?,
                15 => self.skip(3).map(|()| PoolEntry::Other)?,
                3 | 4 | 9..=12 | 17 | 18 => self.skip(4).map(|()| PoolEntry::Other)?,
                // These take two places.
                5 | 6 => {
                    self.skip(8)?;
                    self.constants.push(PoolEntry::Other);
                    PoolEntry::Other
                }
                _ => return Err(format!("it has a constant of an unknown kind, {tag}")),
            };
            self.constants.push(constant);
        }
        Ok(())
    }

    fn text(&self, at: u16) -> Result<String, String> {
        match self.constants.get(usize::from(at)) {
            Some(PoolEntry::Text(text)) => Ok(text.clone()),
            _ => Err(format!("its constant {at} is not a text")),
        }
    }

    /// Empty for none.
    fn class(&mut self) -> Result<String, String> {
        match self.short()? {
            0 => Ok(String::new()),
            at => match self.constants.get(usize::from(at)) {
                Some(&PoolEntry::Class(name)) => self.text(name),
                _ => Err(format!("its constant {at} is not a class")),
            },
        }
    }

    fn field(&mut self) -> Result<FieldInfo, String> {
        let flags = self.short()?;
        let name = self.short()?;
        let descriptor = self.short()?;
        let (name, mut signature) = (self.text(name)?, self.text(descriptor)?);
        for _ in 0..self.short()? {
            let attribute = self.short()?;
            let length = self.number(4)? as usize;
            if self.text(attribute)? == "Signature" && length == 2 {
                let at = self.short()?;
                signature = self.text(at)?;
            } else {
                self.skip(length)?;
            }
        }
        Ok(FieldInfo { name, signature, flags })
    }
}
