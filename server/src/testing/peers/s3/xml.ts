// The answers of an S3 store, as S3's reference shows them.
import type { S3Refusal } from './refusal.ts'

type Listed = { key: string; bytes: number; modified: Date; etag: string }

const XMLNS = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
const quoted = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const document = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`

export const xml = {
  list: ({ found, next }: { found: Listed[]; next: string | undefined }): string =>
    document(`<ListBucketResult ${XMLNS}><KeyCount>${found.length}</KeyCount>
      <IsTruncated>${next !== undefined}</IsTruncated>
      ${next === undefined ? '' : `<NextContinuationToken>${quoted(next)}</NextContinuationToken>`}
      ${found
        .map(
          ({ key, bytes, modified, etag }) => `<Contents><Key>${quoted(key)}</Key><Size>${bytes}</Size>
            <LastModified>${modified.toISOString()}</LastModified><ETag>${quoted(etag)}</ETag></Contents>`,
        )
        .join('')}</ListBucketResult>`),
  uploads: (found: { key: string; id: string; begun: Date }[]): string =>
    document(
      `<ListMultipartUploadsResult ${XMLNS}><IsTruncated>false</IsTruncated>${found
        .map(
          ({ key, id, begun }) => `<Upload><Key>${quoted(key)}</Key><UploadId>${id}</UploadId>
          <Initiated>${begun.toISOString()}</Initiated></Upload>`,
        )
        .join('')}</ListMultipartUploadsResult>`,
    ),
  created: (bucket: string, key: string, id: string): string =>
    document(`<InitiateMultipartUploadResult ${XMLNS}><Bucket>${bucket}</Bucket><Key>${quoted(key)}</Key>
      <UploadId>${id}</UploadId></InitiateMultipartUploadResult>`),
  completed: (key: string, etag: string): string =>
    document(`<CompleteMultipartUploadResult ${XMLNS}><Key>${quoted(key)}</Key>
      <ETag>${quoted(etag)}</ETag></CompleteMultipartUploadResult>`),
}

export const errorXml = ({ code }: S3Refusal): string =>
  document(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
