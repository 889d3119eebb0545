import { type ChangeEvent, useId, useState } from 'react'
import type { FormErrors } from '#contract/form.ts'
import { codePoints } from '#domain/reviews/review-limits.ts'
import { tidyText } from '#domain/text/tidy.ts'

export type ReviewFieldProps = {
  name: string
  label: string
  limit: number
  errors: FormErrors
  isRequired?: boolean
  type?: 'text' | 'email'
  placeholder?: string
  defaultValue?: string | undefined
  autoComplete?: string
  note?: string
  /** More than one makes it a textarea. */
  lines?: number
}

/** A field with a counter. It has no maxlength: browsers count UTF-16 code units and silently truncate pasted text. */
export function ReviewField({
  name,
  label,
  limit,
  errors: { [name]: problem },
  isRequired = false,
  note,
  lines = 1,
  ...rest
}: ReviewFieldProps) {
  const id = useId()
  const [length, setLength] = useState(codePoints(rest.defaultValue ?? ''))
  const left = limit - length
  const props = {
    ...rest,
    id,
    name,
    className: 'field w-full aria-invalid:border-error',
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-note`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setLength(codePoints(tidyText(target.value))),
  }
  return (
    <div className="grid content-start gap-1">
      <label className="text-small" htmlFor={id}>
        {label}
        {!isRequired && <span className="text-soft"> (optional)</span>}
      </label>
      {lines > 1 ? <textarea {...props} rows={lines} /> : <input {...props} />}
      <p className="flex justify-between gap-3 text-fine text-soft" id={`${id}-note`}>
        <span className={problem ? 'text-error' : undefined}>{problem ?? note}</span>
        <span className={`shrink-0 tabular-nums ${left < 0 ? 'text-error' : ''}`}>
          {left < 0 ? `${-left} too many` : `${left} left`}
        </span>
      </p>
    </div>
  )
}
