//! The latest answers about positions shortly before the end, which come again by other moves. No chess.

/// What was found last of positions, by their keys.
///
/// Forgets without notice, and answers nothing before it is opened. Two positions are taken for one another where
/// their keys differ in the lowest bit alone: of 10⁹ positions two do with a chance of 10⁹ · 10⁹ / 2 / 2¹²⁷ < 10⁻²⁰.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    /// Keys, each at the place that its lowest bits but one name. The lowest of these bits is 1 in an entry, to
    /// tell it from an empty one; the bit below it is the answer.
    entries: Vec<u128>,
}

impl Recent {
    /// So many that they stay in a near cache.
    const PLACES: usize = 1 << 12;

    /// Makes room for answers.
    pub(super) fn open(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![0; Self::PLACES];
        }
    }

    /// What was noted of a position, if it is still there.
    pub(super) fn answer(&self, key: u128) -> Option<bool> {
        let entry = *self.entries.get(Self::place(key))?;
        (entry | 1 == key | 3).then_some(entry & 1 == 1)
    }

    pub(super) fn note(&mut self, key: u128, answer: bool) {
        if let Some(entry) = self.entries.get_mut(Self::place(key)) {
            *entry = key & !3 | 2 | u128::from(answer);
        }
    }

    fn place(key: u128) -> usize {
        (key >> 1) as usize % Self::PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_noted_is_answered_and_the_latest_of_it() {
        let keys = (0..100_000_u128)
            .map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_9e37_79b9_7f4a_7c15) & !1);
        let mut recent = Recent::default();
        recent.note(2, true);
        assert_eq!(recent.answer(2), None, "there is no room yet");
        recent.open();
        for place in 0..2 * Recent::PLACES as u128 {
            assert_eq!(recent.answer(place), None);
        }
        for (number, key) in keys.enumerate() {
            recent.note(key, number % 3 == 0);
            recent.open();
            assert_eq!(recent.answer(key), Some(number % 3 == 0));
            assert_eq!(recent.answer(key ^ 1 << 40), None);
            recent.note(key, true);
            assert_eq!(recent.answer(key), Some(true));
        }
    }
}
