
impl Writer<'_> {
    /// Whether it is new, or something still leads to it.
    fn is_kept(&self, id: &Id) -> bool {
        self.is_written.get(id.0) == Some(&true) || self.reached.get(id.0) == Some(&false)
    }

    fn is_kept_scalar(&self, scalar: &Scalar) -> bool {
        match scalar {
            Scalar::Object(id) => self.is_kept(id),
            _ => true,
        }
    }
}
