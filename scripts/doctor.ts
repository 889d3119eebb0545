/** `npm run doctor`: checks everything that the shop depends on, one line each; exits with 1 if something is wrong. */
import path from 'node:path'
import { examineShop, type Finding } from '../src/server/doctor.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')
const MARKS: Record<Finding['verdict'], string> = { right: '✓', note: '–', wrong: '✗' }

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file, the environment and the defaults apply.
}

const findings = examineShop({
  environment: process.env,
  migrationsFolder: path.join(projectFolder, 'db/migrations'),
})
for await (const { subject, verdict, sentence } of findings) {
  process.stdout.write(`${MARKS[verdict]} ${subject}: ${sentence}\n`)
  if (verdict === 'wrong') process.exitCode = 1
}
