import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { labeledFields, SETTINGS } from '#domain/business/describe-settings.ts'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import type { FieldSet } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { activitySentence } from '#domain/operators/activity.ts'
import { type LoggedPart, loggedParts } from '#domain/operators/logged-field.ts'
import type { AuditLine, NamedAuditLine } from '#server/platform/audit/audit.views.ts'

export type Change = { label: string; was: string | undefined; is: string | undefined }

export type Activity = {
  before: string
  /** Undefined if the sentence doesn't name the thing. */
  after: string | undefined
  thing: string
  /** The screen of the thing. */
  href: string | undefined
  changes: Change[]
}

/** Fields with their labels from the forms. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  product: labelsOf(PRODUCT_FIELDS),
  ingredient: labelsOf(INGREDIENT_FIELDS),
  collection: labelsOf(COLLECTION_FIELDS),
}

/** Settings that aren't on a screen of their own; the others are in SETTINGS. */
const OTHER_SETTINGS: Readonly<Record<string, { name: string; href: string }>> = {
  apple_pay_domain_file: { name: 'Apple Pay domain file', href: deskPaths.paymentSettings() },
  announcement: { name: 'Announcement', href: deskPaths.banner() },
  carrier: { name: 'Shipping labels', href: labelPaths.labelSettings() },
  first_day: { name: 'Checklist for going live', href: deskPaths.today() },
  go_live: { name: 'Checklist for going live', href: deskPaths.today() },
  hidesRatingUntilDecided: { name: '“Hide stars until decided”', href: deskPaths.reviews() },
  packaging: { name: 'Shipping labels', href: labelPaths.labelSettings() },
  requiresPasskeys: { name: '“Passkeys only”', href: deskPaths.team() },
  shipping: { name: 'Shipping', href: deskPaths.shippingSettings() },
  'tax-rates': { name: 'Tax rates', href: deskPaths.taxSettings() },
}

/** The screens of things, by their id. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => deskPaths.order(id),
  product: deskPaths.product,
  code: deskPaths.code,
  collection: deskPaths.collection,
  ingredient: deskPaths.ingredient,
  page: deskPaths.texts,
  policy: deskPaths.policy,
  operator: () => deskPaths.team(),
  featured: () => deskPaths.featured(),
  needs: () => deskPaths.needs(),
}

const SHOWN_ID = 24

export function activityOf(line: NamedAuditLine): Activity {
  const { action, subjectKind, subjectId, thing } = line
  const setting = subjectKind === 'setting' ? settingOf(subjectId) : undefined
  const id = subjectId.length > SHOWN_ID ? `${subjectId.slice(0, 8)}…` : subjectId
  return {
    ...activitySentence(action),
    thing: setting?.name ?? thing?.name ?? id,
    href: setting?.href ?? thing?.href ?? SCREENS[subjectKind]?.(subjectId),
    changes: changesOf(line),
  }
}

/** For a file, where nothing is struck out or highlighted. */
export function activityText({ before, after, thing, changes }: Activity): { text: string; changes: string } {
  const ends = [before, ...(after === undefined ? [] : [thing, after])]
  const texts = changes.map(({ label, was, is }) =>
    was === undefined
      ? `${label}: ${is || 'empty'}`
      : `${label}: ${was || 'empty'} → ${is === undefined ? 'removed' : is || 'empty'}`,
  )
  return { text: ends.filter(Boolean).join(' '), changes: texts.join('; ') }
}

function settingOf(key: string): { name: string; href: string } | undefined {
  if (Object.hasOwn(SETTINGS, key)) {
    const known = key as keyof typeof SETTINGS
    return { name: SETTINGS[known].title, href: deskPaths.setting(known) }
  }
  return OTHER_SETTINGS[key]
}

/** What differs between before and after, by the labels of the forms. The state of an order is in its sentence. */
function changesOf(line: AuditLine): Change[] {
  const was = new Map(partsOf(line, line.before))
  const is = new Map(partsOf(line, line.after))
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((label) => was.get(label) !== is.get(label))
    .map((label) => ({ label, was: was.get(label), is: is.get(label) }))
}

function partsOf({ subjectKind, subjectId }: AuditLine, value: unknown): readonly LoggedPart[] {
  if (value === null) return []
  const setting = subjectKind === 'setting' ? labeledFields(subjectId, value) : undefined
  return (
    setting ??
    loggedParts(value, LABELS[subjectKind]).filter(([label]) => !(subjectKind === 'order' && label === 'State'))
  )
}

function labelsOf(fields: FieldSet): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
}
