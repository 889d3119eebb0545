import { EditField } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'

/** `shape` is the ratio that the shop shows best. */
export function PictureFileField({ form, label, shape }: { form: FormState; label: string; shape: string }) {
  return (
    <EditField
      form={form}
      name="picture"
      label={label}
      type="file"
      accept="image/jpeg,image/png,image/webp,image/avif"
      required
      hint={`JPEG, PNG, WebP or AVIF, up to 10 MB. ${shape} shows best.`}
      data-shrink
    />
  )
}
