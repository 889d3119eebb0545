import { formatCents } from '#domain/money/cents.ts'
import { PayButton, PayPatience, PayProblem } from './pay-parts.tsx'

export type PayBarProps = { totalCents: number; isBusy: boolean; message: string }

/** The bar with the pay button: errors, the total and the button. Always visible on a phone. */
export function PayBar({ totalCents, isBusy, message }: PayBarProps) {
  return (
    <div className="pay-bar">
      <PayProblem message={message} />
      <div className="flex items-center gap-4">
        <p className="leading-tight">
          <span className="block text-fine text-soft">Total</span>
          <b className="text-[1.3rem] font-medium tabular-nums">{formatCents(totalCents)}</b>
        </p>
        <PayButton label="PAY NOW" isBusy={isBusy} className="flex-1" />
      </div>
      <PayPatience isBusy={isBusy} />
    </div>
  )
}
