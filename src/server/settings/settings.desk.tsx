import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { SettingForm } from '#desk/views/settings/setting-form.tsx'
import { SETTING_KEYS, type SettingFields, SETTINGS, type Surroundings } from '#domain/business/describe-settings.ts'
import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import { namedPhrase } from '#domain/text/typed-by-hand.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { SETTING_FORMS } from './setting-forms.ts'
import type { SettingsEditor } from './settings-editor.service.ts'
import type { TypedTexts } from './typed-texts.service.ts'

export type SettingsDeps = { settingsEditor: SettingsEditor; typedTexts: TypedTexts; surroundings: () => Surroundings }

/** One screen per setting, all generated from their descriptions. */
export function settingsRoutes(deps: SettingsDeps): DeskRoute[] {
  return SETTING_KEYS.flatMap((key) => settingRoutes(key, deps))
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties the value to the form it came from
function settingRoutes<Key extends SettingKey>(key: Key, deps: SettingsDeps): DeskRoute[] {
  const { settingsEditor, typedTexts, surroundings } = deps
  const { title, sentences, phrases } = SETTINGS[key]
  const toFields: (value: ShopSettings[Key]) => SettingFields = SETTINGS[key].toFields

  async function render(
    visit: OperatorVisit,
    sent?: { form: FormState; typed?: ShopSettings[Key] },
    status: 200 | 409 | 422 = 200,
  ): Promise<Response> {
    const stored = await settingsEditor.find()
    const after = sent?.typed === undefined ? undefined : { ...stored, [key]: sent.typed }
    const form = sent
      ? { ...sent.form, ...(after && { was: toFields(stored[key]) }) }
      : freshForm(toFields(stored[key]), settingsEditor.versionOf(stored[key]))
    const kept = after && new Set(phrases(after))
    const outdated = kept ? phrases(stored).filter((phrase) => !kept.has(phrase)) : []
    const body = (
      <SettingForm
        setting={key}
        form={form}
        sentences={sentences(stored, surroundings())}
        after={after && sentences(after, surroundings())}
        typed={outdated.length > 0 ? await typedTexts.find((text) => namedPhrase(text, outdated)) : []}
      />
    )
    return visit.page({ title, section: 'settings', body, status })
  }

  return [
    { method: 'GET', path: `/settings/${key}`, role: 'owner', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: `/settings/${key}`,
      role: 'owner',
      async handle(visit) {
        const { intent, ...fields } = await readEditForm(visit)
        const read = parseForm(SETTING_FORMS[key], fields)
        if (!read.ok) return render(visit, { form: refusedForm(fields, read.errors) }, 422)
        const typed = read.value
        if (intent === 'preview') return render(visit, { form: refusedForm(fields, {}), typed })
        const result = await settingsEditor.save(key, typed, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.setting(key), `${title} saved.`)
        if (result.code !== 'changed') throw nothingThere()
        const { expectedVersion: _, ...mine } = fields
        const form = conflictingForm(mine, toFields(result.current), settingsEditor.versionOf(result.current))
        return render(visit, { form }, 409)
      },
    },
  ]
}
