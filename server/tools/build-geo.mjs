// Converts the open country data (an MMDB tree) into the two flat files that geoip-lite reads, because its own are years old:
// `geoip-country.dat` (u32 start, u32 end, 2 letters) and `geoip-country6.dat` (16 + 16 bytes, 2 letters), sorted, big endian.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';

const SOURCE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const V4_LIMIT = 1n << 32n;

/** Writes both files into the folder. */
export async function buildGeo(directory) {
  const reader = new Reader(readFileSync(createRequire(import.meta.url).resolve(SOURCE)));
  const ranges = countryRanges(reader);
  mkdirSync(directory, { recursive: true });
  // The tree stores IPv4 under ::/96.
  writeFileSync(join(directory, 'geoip-country.dat'), records(ranges.filter(isV4), 4));
  writeFileSync(
    join(directory, 'geoip-country6.dat'),
    records(
      ranges.filter((range) => !isV4(range)),
      16,
    ),
  );
}

function isV4(range) {
  return range.end < V4_LIMIT;
}

function countryRanges(reader) {
  const { nodeCount, nodeByteSize } = reader.metadata;
  const found = [];
  const countries = new Map();

  function visit(node, start, bits) {
    if (node > nodeCount) return add(start, start + (1n << BigInt(bits)) - 1n, countryAt(node));
    if (node === nodeCount || bits === 0) return;
    const offset = node * nodeByteSize;
    visit(reader.walker.left(offset), start, bits - 1);
    visit(reader.walker.right(offset), start + (1n << BigInt(bits - 1)), bits - 1);
  }
  function countryAt(pointer) {
    if (!countries.has(pointer)) countries.set(pointer, reader.resolveDataPointer(pointer)?.country_code);
    return countries.get(pointer);
  }
  function add(start, end, country) {
    if (!/^[A-Z]{2}$/.test(country ?? '')) return;
    const last = found.at(-1);
    const joins = last && last.country === country && last.end + 1n === start && start !== V4_LIMIT;
    if (joins) last.end = end;
    else found.push({ start, end, country });
  }

  visit(0, 0n, 128);
  return found;
}

function records(ranges, size) {
  const bytes = Buffer.alloc(ranges.length * (2 * size + 2));
  let at = 0;
  for (const { start, end, country } of ranges) {
    at = writeAddress(bytes, at, start, size);
    at = writeAddress(bytes, at, end, size);
    at += bytes.write(country, at, 'latin1');
  }
  return bytes;
}

function writeAddress(bytes, at, address, size) {
  if (size === 4) return bytes.writeUInt32BE(Number(address), at);
  return bytes.writeBigUInt64BE(address & 0xffffffffffffffffn, bytes.writeBigUInt64BE(address >> 64n, at));
}
