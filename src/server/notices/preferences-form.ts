import { CHANNELS, NOTICE_KINDS } from '#domain/notices/notice.ts'
import type { Choices, Preferences } from '#domain/notices/preferences.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'

type ReadForm = { ok: true; value: Preferences } | { ok: false; errors: Record<string, string> }

const SAME_HOUR = 'Choose two different hours, or turn quiet hours off.'
const NO_HOUR = 'Choose an hour from the list.'

export function preferencesToFields({ choices, quiet, summaryHour }: Preferences): Record<string, string> {
  const ticks = NOTICE_KINDS.flatMap((kind) =>
    CHANNELS.map((channel) => [`${channel}-${kind}`, choices[kind][channel] ? 'yes' : ''] as const),
  )
  return {
    ...Object.fromEntries(ticks),
    isQuiet: quiet ? 'yes' : '',
    quietFrom: String(quiet?.from ?? 22),
    quietTo: String(quiet?.to ?? 7),
    summaryHour: String(summaryHour),
  }
}

export function readPreferencesForm(fields: Fields): ReadForm {
  const choices = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [
      kind,
      { push: fields[`push-${kind}`] === 'yes', email: fields[`email-${kind}`] === 'yes' },
    ]),
  ) as Choices
  const isQuiet = fields.isQuiet === 'yes'
  const [from, to, summaryHour] = [fields.quietFrom, fields.quietTo, fields.summaryHour].map(readHour)
  const errors = {
    ...(isQuiet && from === undefined && { quietFrom: NO_HOUR }),
    ...(isQuiet && to === undefined && { quietTo: NO_HOUR }),
    ...(isQuiet && from !== undefined && from === to && { quietTo: SAME_HOUR }),
    ...(summaryHour === undefined && { summaryHour: NO_HOUR }),
  }
  if (summaryHour === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  const quiet = isQuiet && from !== undefined && to !== undefined ? { from, to } : null
  return { ok: true, value: { choices, quiet, summaryHour } }
}

function readHour(text = ''): number | undefined {
  return /^(1?\d|2[0-3])$/.test(text) ? Number(text) : undefined
}
