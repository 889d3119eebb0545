/** Writes docs/order-states.md from the table of order states: `npm run order-states`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { renderOrderStates } from './order-states-page.ts'

writeFileSync(path.resolve(import.meta.dirname, '../docs/order-states.md'), renderOrderStates())
