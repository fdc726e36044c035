import type { S3Storage } from './bucket.ts'

/**
 * `s3://key:secret@host:port/bucket/folder?region=&tls=0`, key and secret percent-encoded; `folder` without
 * slashes at its ends, '' if there is none. Null: not such an address.
 */
export function parseS3(text: string): { storage: S3Storage; folder: string } | null {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [bucket = '', ...rest] = url?.pathname.slice(1).split('/') ?? []
  if (url?.protocol !== 's3:' || !url.username || !url.password || !bucket || !isEncoded(url)) return null
  const credentials = {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
  const scheme = url.searchParams.get('tls') === '0' ? 'http' : 'https'
  const region = url.searchParams.get('region') || 'us-east-1'
  return {
    storage: { endpoint: `${scheme}://${url.host}`, bucket, region, credentials },
    folder: rest.filter(Boolean).map(decodeURIComponent).join('/'),
  }
}

function isEncoded({ username, password, pathname }: URL): boolean {
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== '')
  } catch {
    return false
  }
}
