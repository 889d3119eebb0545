/** Imported first, because an old Node can't even load the rest. */
const OLDEST_MAJOR = 24

const { node } = process.versions
if (Number.parseInt(node, 10) < OLDEST_MAJOR) {
  process.stderr.write(
    `The shop needs Node ${OLDEST_MAJOR} or later, but this is Node ${node}. Run npm start, which installs it.\n`,
  )
  process.exit(1)
}
