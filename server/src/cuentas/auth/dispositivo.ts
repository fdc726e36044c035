const OTHER = 'Otro dispositivo'

/** The first match counts, since many browsers also name Chrome or Safari. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'un iPhone'],
  [/iPad/, 'un iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'una Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'una Mac'],
  [/Linux|X11/, 'Linux'],
]

/**
 * 'Chrome en Android' from a User-Agent; unknown parts are left out. A help for the customer, never a proof.
 */
export function dispositivoOf(userAgent: string | undefined): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (!browser && !system) return OTHER
  return `${browser ?? 'Navegador'}${system ? ` en ${system}` : ''}`
}
