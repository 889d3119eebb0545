import { expect, test } from 'vitest'
import { checkStyles } from './styles.js'

/** The names of what was found wrong. */
function complaints(style: Record<string, unknown>): string[] {
  try {
    checkStyles(style)
    return []
  } catch (error) {
    if (!(error instanceof Error) || !('errors' in error)) throw error
    return [error.name, ...(error.errors as Error[]).map(({ name }) => name)]
  }
}

test('accepts what Square allows', () => {
  expect(
    complaints({
      input: { fontSize: '16px', color: '#1a1a1a', fontFamily: 'Helvetica', fontWeight: '400' },
      'input.is-error': { color: 'red' },
      '.input-container': { borderColor: '#ccc', borderRadius: '0', borderWidth: '1px 2px' },
      '@media screen and (max-width: 600px)': { input: { fontSize: '0.875rem' } },
    }),
  ).toEqual([])
})

test('names everything else, all at once', () => {
  expect(
    complaints({
      button: { color: 'red' },
      input: { padding: '3px', fontSize: '18px' },
      '.input-container': { borderWidth: 'thin' },
      '@media print': { 'input::placeholder': { fontSize: '12px' } },
    }),
  ).toEqual([
    'InvalidStylesError',
    'InvalidInputStyleSelectorError',
    'InvalidInputStylePropertyError',
    'InvalidInputStyleValueError',
    'InvalidInputStyleValueError',
    'InvalidInputStylePropertyError',
  ])
})

test('a value cannot smuggle in a rule', () => {
  expect(complaints({ input: { color: 'red; } body { display: none' } })).toContain('InvalidInputStyleValueError')
})
