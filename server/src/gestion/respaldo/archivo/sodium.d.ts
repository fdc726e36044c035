/**
 * The parts that we use; the package's own types are of an older version. Names as in libsodium's
 * documentation.
 */
declare module 'sodium-native' {
  const sodium: {
    crypto_secretstream_xchacha20poly1305_HEADERBYTES: number
    crypto_secretstream_xchacha20poly1305_ABYTES: number
    crypto_secretstream_xchacha20poly1305_STATEBYTES: number
    crypto_secretstream_xchacha20poly1305_TAG_MESSAGE: number
    crypto_secretstream_xchacha20poly1305_TAG_FINAL: number
    crypto_generichash(output: Buffer, input: Buffer, key: Buffer): void
    crypto_secretstream_xchacha20poly1305_init_push(state: Buffer, header: Buffer, key: Buffer): void
    crypto_secretstream_xchacha20poly1305_push(
      state: Buffer,
      sealed: Buffer,
      plain: Buffer,
      additional: Buffer | null,
      tag: number,
    ): void
    crypto_secretstream_xchacha20poly1305_init_pull(state: Buffer, header: Buffer, key: Buffer): void
    /** @throws if it is not what was sealed */
    crypto_secretstream_xchacha20poly1305_pull(
      state: Buffer,
      plain: Buffer,
      tag: Buffer,
      sealed: Buffer,
      additional: Buffer | null,
    ): void
  }
  export default sodium
}
