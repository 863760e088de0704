import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** As on Unix, with the kind of file in it. */
  mode: number;
  text: string;
}

/** A zip as Unix makes it, whatever the names are. What is long is compressed. */
export function entriesZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, mode, text } of entries) {
    const plain = Buffer.from(text);
    const isPacked = plain.length > 1000;
    const data = isPacked ? deflateRawSync(plain) : plain;
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, data]);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** The same of plain files: name -> text. */
export const textZip = (files: Readonly<Record<string, string>>): Buffer =>
  entriesZip(Object.entries(files).map(([name, text]) => ({ name, mode: 0o100644, text })));
