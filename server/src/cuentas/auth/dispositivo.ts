const OTHER = 'Otro dispositivo'

/** The first that fits: many say that they are Chrome or Safari too. */
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

/** 'Chrome en Android' of a User-Agent; what it does not tell is left out. Of use to its owner, never proof of anything. */
export function dispositivoOf(userAgent: string | undefined): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (!browser && !system) return OTHER
  return `${browser ?? 'Navegador'}${system ? ` en ${system}` : ''}`
}
