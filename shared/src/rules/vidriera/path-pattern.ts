/**
 * Matches the paths of an address such as '/producto/:pk', with or without a slash at the end; each `:name`
 * is a part of one letter or more, without a slash in any spelling, and a group of that name. '/*' at the end also
 * matches every path below; '/*' alone matches all.
 */
export function pathPattern(address: string): RegExp {
  if (address === '/') return /^\/$/
  const [, start = '', below] = /^(.*?)(\/\*)?$/.exec(address) ?? []
  return new RegExp(
    `^${start.replaceAll(/:(\w+)/g, '(?<$1>(?:(?!%2[fF])[^/])+)')}${below ? '(?:/.*)?' : '/?'}$`,
  )
}
