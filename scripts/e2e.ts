// npm run e2e: the journeys in a real browser. Arguments go to vitest (a file name, -t 'a title').
import { provideChromium } from './chromium.ts'
import { type Count, finish, vitest } from './steps.ts'

export async function runJourneys(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const browser = await provideChromium()
  if (browser)
    return vitest('journeys', ['--config', 'e2e/vitest.config.ts', ...args], { ...env, ...browser })
  console.log(`\n${'!'.repeat(100)}
!! SIN NAVEGADOR: no se encontró ni se pudo instalar Chromium. Los recorridos (e2e) NO SE EJECUTARON.
!! Instalá chromium, o indicá su ubicación en CHROMIUM.
${'!'.repeat(100)}`)
  return { passed: 0, failed: process.env.CI === 'true' ? 1 : 0 }
}

if (import.meta.main) finish(await runJourneys(process.argv.slice(2)))
