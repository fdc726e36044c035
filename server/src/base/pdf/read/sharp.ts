/** libvips, loaded when first needed: a child that only counts never pays for it (30 MB). */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
