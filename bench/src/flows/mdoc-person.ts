/** The benchmark's user, with the same claims in both formats. */

/** Elements of the PID as mdoc. */
export const ELEMENTS = {
  family_name: 'Mustermann',
  given_name: 'Erika',
  birth_date: '1984-08-12',
  nationality: ['DE'],
  place_of_birth: { locality: 'Berlin', country: 'DE' },
  age_over_18: true,
};

/** The requested elements of a presentation. */
export const ASKED = ['family_name', 'given_name', 'birth_date', 'age_over_18'] as const;

/** The requested claims of an SD-JWT VC presentation. */
export const ASKED_CLAIMS = ['family_name', 'given_name', 'birthdate', 'age_equal_or_over'] as const;
