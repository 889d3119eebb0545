import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { EditField, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { SHIP_FROM_EXAMPLE } from '#domain/business/ship-from.ts'
import type { CarrierAccount } from '#server/labels/labels.views.ts'

type LabelSettingsProps = {
  account: CarrierAccount | undefined
  /** Undefined if the business's address isn't complete. */
  shipFrom: string | undefined
  keyForm: FormState
  packaging: FormState
}

const WEIGHTS = [
  ['bottle1', '1 oz bottle, oz'],
  ['bottle2', '2 oz bottle, oz'],
  ['bottle4', '4 oz bottle, oz'],
  ['bottleOther', 'Any other product, oz'],
  ['boxOz', 'Empty box with padding, oz'],
] as const
const SIZES = [
  ['lengthIn', 'Length, in'],
  ['widthIn', 'Width, in'],
  ['heightIn', 'Height, in'],
] as const

/** Settings, Shipping labels: the account that pays for them, and what packages weigh. */
export function LabelSettings({ account, shipFrom, keyForm, packaging }: LabelSettingsProps) {
  return (
    <SettingsFrame
      place="labels"
      title="Shipping labels"
      lead="Buy USPS and UPS labels at the desk with your EasyPost account. Without one, paste or scan tracking numbers as before."
    >
      <div className="panels">
        <Panel title="EasyPost account">
          {account && <Account account={account} />}
          <form method="post" action={labelPaths.connectCarrier()} className="edit-form">
            <FormProblem form={keyForm} />
            <EditField
              form={keyForm}
              name="apiKey"
              label={account ? 'New API key' : 'API key'}
              hint="In EasyPost’s dashboard under API Keys. It’s stored encrypted and never shown again."
              type="password"
              autoComplete="off"
              spellCheck={false}
              maxLength={130}
              required
            />
            <button type="submit" className="button">
              {account ? 'Replace key' : 'Connect'}
            </button>
          </form>
        </Panel>
        <Panel title="Ships from">
          {shipFrom ? (
            <p>{shipFrom}</p>
          ) : (
            <p className="field-error">Write the address of your business like this: {SHIP_FROM_EXAMPLE}</p>
          )}
          <p className="mt-2 text-small">
            <a className="underlined" href={deskPaths.setting('business')}>
              Business details
            </a>
          </p>
        </Panel>
        <Panel title="Packages">
          <form method="post" action={labelPaths.packaging()} className="edit-form">
            <FormProblem form={packaging} />
            <p className="hint">
              Postage is quoted for these. A single package can be weighed when its label is bought.
            </p>
            <div className="label-sizes">
              {[...WEIGHTS, ...SIZES].map(([name, label]) => (
                <EditField key={name} form={packaging} name={name} label={label} inputMode="decimal" required />
              ))}
            </div>
            <button type="submit" className="button">
              Save
            </button>
          </form>
        </Panel>
      </div>
    </SettingsFrame>
  )
}

function Account({ account: { keyEnd, isTest, connectedAt, isUnreadable } }: { account: CarrierAccount }) {
  return (
    <div className="mb-5">
      <p>
        <span className={isUnreadable ? 'badge badge-bad' : 'badge badge-good'}>
          {isUnreadable ? 'Enter the key again' : 'Connected'}
        </span>{' '}
        Key ending in <span className="tabular-nums">{keyEnd}</span>, since <When at={connectedAt} />
      </p>
      {isUnreadable && <p className="hint">The shop’s secret key was changed, so this one can no longer be read.</p>}
      {isTest && <p className="hint">A test key: labels cost nothing, and the carrier won’t take them.</p>}
      <p className="mt-3">
        <Action
          action={labelPaths.disconnectCarrier()}
          label="Disconnect"
          confirm="Disconnect EasyPost? No labels can be bought, and packages are no longer followed."
        />
      </p>
    </div>
  )
}
