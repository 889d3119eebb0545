import { addDays } from '../time/periods.ts'

/** A month such as 2026-03 or a quarter such as 2026-Q1: shops in Utah file by either. */
export type TaxPeriod = { name: string; from: string; until: string }

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/
const QUARTER = /^(\d{4})-Q([1-4])$/

export function toTaxPeriod(text: string): TaxPeriod | undefined {
  const month = MONTH.exec(text)
  if (month) return periodFrom(text, Number(month[1]), Number(month[2]), 1)
  const quarter = QUARTER.exec(text)
  return quarter ? periodFrom(text, Number(quarter[1]), Number(quarter[2]) * 3 - 2, 3) : undefined
}

/** Quarters and months up to the current one, newest first. */
export function recentTaxPeriods(today: string): { quarters: string[]; months: string[] } {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const back = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index))
  const monthsSince = year * 12 + month - 1
  const quartersSince = Math.floor(monthsSince / 3)
  return {
    quarters: back(5, (index) => {
      const quarter = quartersSince - index
      return `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`
    }),
    months: back(13, (index) => {
      const at = monthsSince - index
      return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    }),
  }
}

/** Filing deadline for the period: the last day of the following month. */
export function dueDay({ until }: TaxPeriod): string {
  const [year = 0, month = 0] = until.split('-').map(Number)
  return addDays(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10), -1)
}

function periodFrom(name: string, year: number, month: number, months: number): TaxPeriod {
  const day = (at: number) => new Date(Date.UTC(year, at - 1, 1)).toISOString().slice(0, 10)
  return { name, from: day(month), until: day(month + months) }
}
