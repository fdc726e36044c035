import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { workersFor } from './scripts/workers.ts'

const drizzleAsCommonJs = ['--import', fileURLToPath(new URL('./scripts/drizzle-cjs.mjs', import.meta.url))]

/** A loaded machine is no failure. */
const patience = {
  testTimeout: process.env.SOAK === '1' ? 3_600_000 : 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // A worker waits for jobs and the database for three quarters of its time: more at once than there are cores. With
    // what it needs beside it each grows to 1.5 GB
    maxWorkers: workersFor(Math.max(6, availableParallelism()), 2),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{shared,agent}/src/**/*.test.ts'],
          isolate: false, // their modules keep no state, so files may share them
          ...patience,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['web/src/**/*.test.{ts,tsx}'],
          css: { include: [/\?raw$/] }, // a style sheet is empty, except where a test reads its text
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/postgres.ts'],
          setupFiles: ['server/src/testing/closing.ts'],
          execArgv: drizzleAsCommonJs,
          // Files share their worker's modules (2-3 times as fast), so no module may keep state
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          // The same tests on a machine that has no qpdf of its own
          name: 'qpdf-embedded',
          include: ['server/src/base/pdf/write/{annotations,assemble,inherited,print-file,sheets}.test.ts'],
          env: { PATH: '' },
          ...patience,
        },
      },
    ],
  },
})
