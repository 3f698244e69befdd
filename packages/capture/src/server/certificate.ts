import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** A certificate with its key, as PEM. */
export interface ServerCertificate {
	readonly key: string;
	readonly cert: string;
	/** Whether it was made now: every headset has to accept it. */
	readonly isNew: boolean;
}

const FILE = 'capture-certificate.json';
const DAY_MS = 86_400_000;
/** Browsers refuse certificates that are valid for longer than 398 days. */
const VALID_DAYS = 397;

/**
 * Returns a self-signed certificate for host names and addresses. It is kept in a folder, so that a headset has to accept
 * it once; there is a new one if a host is missing from it or it ends within a day.
 */
export async function createCertificate(hosts: readonly string[], folder: string): Promise<ServerCertificate> {
	const path = join(folder, FILE);
	const kept = readCertificate(path);
	if (kept !== null && isUsable(kept.cert, hosts)) return { ...kept, isNew: false };
	const { generate } = await import('selfsigned');
	const now = Date.now();
	const pems = await generate([{ name: 'commonName', value: 'handreel capture' }], {
		keyType: 'ec',
		curve: 'P-256',
		algorithm: 'sha256',
		notBeforeDate: new Date(now - DAY_MS),
		notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
		extensions: [
			{ name: 'basicConstraints', cA: false },
			{ name: 'keyUsage', digitalSignature: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{
				name: 'subjectAltName',
				altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host })),
			},
		],
	});
	const made = { key: pems.private, cert: pems.cert };
	mkdirSync(folder, { recursive: true });
	// Only this user may read the key.
	writeFileSync(path, JSON.stringify(made), { mode: 0o600 });
	return { ...made, isNew: true };
}

function readCertificate(path: string): { readonly key: string; readonly cert: string } | null {
	try {
		const { key, cert } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
		return typeof key === 'string' && typeof cert === 'string' ? { key, cert } : null;
	} catch {
		return null;
	}
}

function isUsable(pem: string, hosts: readonly string[]): boolean {
	try {
		const certificate = new X509Certificate(pem);
		if (Date.parse(certificate.validTo) - Date.now() < DAY_MS) return false;
		return hosts.every(
			(host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
		);
	} catch {
		return false;
	}
}
