import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditText, EditTick, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { countChanged, SentenceList } from '#desk/ui/sentence-list.tsx'
import { TypedByHand } from '#desk/ui/typed-by-hand.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { type Sentence, type SettingField, SETTINGS } from '#domain/business/describe-settings.ts'
import type { SettingKey } from '#domain/business/shop-settings.ts'
import type { TypedPlace } from '#domain/text/typed-by-hand.ts'
import { counted } from '#domain/time/display.ts'

type SettingFormProps = {
  setting: SettingKey
  form: FormState
  sentences: readonly Sentence[]
  /** With what is typed, where that can be read. */
  after: readonly Sentence[] | undefined
  /** Custom texts that will no longer be true. */
  typed: readonly TypedPlace[]
}

/** One setting: its form, and what customers read because of it. */
export function SettingForm({ setting, form, sentences, after, typed }: SettingFormProps) {
  const { title, lead, groups } = SETTINGS[setting]
  return (
    <SettingsFrame place={setting} title={title} lead={lead}>
      <div className="settings-columns">
        <form method="post" action={deskPaths.setting(setting)} className="panel">
          <fieldset className="edit-form">
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            {groups.map((group) => (
              <fieldset
                key={group.fields[0]?.name}
                className={group.fields.length === 2 && group.title ? 'edit-form pair' : 'edit-form'}
              >
                {group.title && <legend>{group.title}</legend>}
                {group.fields.map((field) => (
                  <Field key={field.name} form={form} field={field} group={group.title} />
                ))}
              </fieldset>
            ))}
            <p className="save-bar">
              <button type="submit" className="button">
                Save
              </button>
              <button type="submit" className="button button-quiet" name="intent" value="preview">
                Preview
              </button>
            </p>
          </fieldset>
        </form>
        <div className="grid min-w-0 gap-5">
          <Panel title={after ? 'What will change' : 'What it says now'}>
            {after && <p className="hint">{counted(countChanged(sentences, after), 'sentence')}</p>}
            <SentenceList current={sentences} after={after} />
          </Panel>
          <TypedByHand places={typed} />
        </div>
      </div>
    </SettingsFrame>
  )
}

function Field({ form, field, group }: { form: FormState; field: SettingField; group: string | undefined }) {
  const { name, label, hint, input } = field
  if (input === 'tick') return <EditTick form={form} name={name} label={label} hint={hint} />
  if (input === 'lines')
    return <EditText form={form} name={name} label={label} hint={hint} isCopy={false} maxLength={4000} />
  return (
    <EditField
      form={form}
      name={name}
      label={label}
      hint={hint}
      // A number field would drop what it can’t read instead of letting the form explain it.
      type={input === 'number' ? 'text' : input}
      inputMode={input === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      aria-label={group ? `${group}, ${label.toLowerCase()}` : undefined}
    />
  )
}
