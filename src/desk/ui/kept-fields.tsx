import type { FormState } from './form-state.ts'

/** Fields of an earlier step, sent again as hidden fields. */
export function KeptFields({ form, names }: { form: FormState; names: readonly string[] }) {
  return names.map((name) => <input key={name} type="hidden" name={name} value={form.values[name] ?? ''} />)
}
