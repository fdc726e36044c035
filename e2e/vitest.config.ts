import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { workersFor } from '../scripts/workers.ts'

const isSoak = process.env.SOAK === '1'

/** The journeys: the real server and a real browser. Apart from the other tests: `npm run e2e`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/support/plantilla.ts'],
    execArgv: ['--import', fileURLToPath(new URL('../scripts/drizzle-cjs.mjs', import.meta.url))],
    // Files of a worker share its modules and its browser, so no module may keep what belongs to a file
    isolate: false,
    maxWorkers: isSoak ? 1 : workersFor(3, 1.5), // each has a server, a database and a browser, and waits for them half of its time
    testTimeout: isSoak ? 3_600_000 : 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } }, // a loaded machine is no failure
  },
})
