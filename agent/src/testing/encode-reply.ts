import { attributesOf } from '../ipp/encode.ts'
import { GROUP, type IppMember, TAG } from '../ipp/model.ts'

/** Encodes a printer's reply (RFC 8010 section 3.1.1). */
export function encodeReply(
  status: number,
  requestId: number,
  groups: { tag: number; attributes: IppMember[] }[],
  version = 0x0200,
): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(version, 0)
  head.writeUInt16BE(status, 2)
  head.writeInt32BE(requestId, 4)
  const operation: IppMember[] = [
    [TAG.charset, 'attributes-charset', 'utf-8'],
    [TAG.language, 'attributes-natural-language', 'es-ar'],
  ]
  return Buffer.concat([
    head,
    Buffer.from([GROUP.operation]),
    attributesOf(operation),
    ...groups.map(({ tag, attributes }) => Buffer.concat([Buffer.from([tag]), attributesOf(attributes)])),
    Buffer.from([GROUP.end]),
  ])
}
