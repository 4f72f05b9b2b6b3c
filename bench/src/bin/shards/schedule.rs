//! A simulated schedule: who would search which cube, and how long that would take.

/// The time of the longest shard and of the shortest one, each beside the mean.
pub fn balance(cubes: &[(u32, f64)], of: u32) -> (f64, f64) {
    let mut shards = vec![0.0; of as usize];
    for &(part, time) in cubes {
        shards[part as usize - 1] += time;
    }
    let mean = shards.iter().sum::<f64>() / f64::from(of);
    let most = shards.iter().copied().fold(0.0, f64::max);
    let least = shards.iter().copied().fold(f64::INFINITY, f64::min);
    (most / mean, least / mean)
}

/// The speed-up by so many threads, where each takes the next cube as soon as it is free.
pub fn speedup(cubes: &[(u32, f64)], threads: usize) -> f64 {
    let mut free_at = vec![0.0_f64; threads];
    for &(_, time) in cubes {
        let next = free_at.iter_mut().min_by(|a, b| f64::total_cmp(a, b));
        let next = next.expect("there are threads");
        *next += time;
    }
    let all: f64 = cubes.iter().map(|(_, time)| time).sum();
    all / free_at.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{balance, speedup};

    /// If it failed, the tables of the book would say something else than what was measured.
    #[test]
    fn times_are_added_up() {
        let cubes = [(1, 3.0), (2, 1.0), (1, 1.0), (2, 1.0)];
        assert_eq!(balance(&cubes, 2), (4.0 / 3.0, 2.0 / 3.0));
        assert!((speedup(&cubes, 2) - 2.0).abs() < 1e-9);
        assert!((speedup(&cubes, 64) - 2.0).abs() < 1e-9, "one cube takes half of all time");
    }
}
