// npm run sbom [-- FILE]: the bill of materials, every package with version, licence and hash, as CycloneDX JSON. Asks
// no server outside.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = process.argv[2] ?? 'sbom.cdx.json'
const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
})
if (status !== 0) {
  console.error(stderr)
  process.exit(1)
}
const { components } = JSON.parse(stdout)
writeFileSync(file, stdout)
console.log(`${file}: ${components.length} packages`)
