"""With which certificate does this machine speak HTTPS?  Its own small authority signs for its own addresses.

The authority may sign for private addresses, ``.local`` names and this machine only, so whoever trusts it trusts it for
nothing else.  Keys lie in the data folder and can be read by their owner only.
"""

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.disk import FRESH_ENDING, make_folder, write_whole

FOLDER = "https"
AUTHORITY_DAYS = 3650
LEAF_DAYS = 396
"""Phones refuse a server's certificate that runs longer than 397 days."""
RENEW_DAYS = 30
"""A certificate with less left than this is made anew."""
NETWORKS: tuple[str, ...] = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10")
NETWORKS += ("127.0.0.0/8", "fc00::/7", "fe80::/10")
ZONES = ("local", "localhost")
LOOPBACK = ("127.0.0.1", "::1")
_KEY_MODE = 0o600
Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files of one machine: the authority phones may trust, and what the server shows."""

    authority: Path
    leaf: Path
    key: Path

    def authority_der(self) -> bytes:
        """The authority's certificate as phones download it."""
        return _read_certificate(self.authority).public_bytes(Encoding.DER)

    def fingerprint(self) -> str:
        """SHA-256 of the authority's certificate, to compare on the phone."""
        return _read_certificate(self.authority).fingerprint(hashes.SHA256()).hex(":").upper()


def ready_certificates(data_dir: Path, addresses: Iterable[str], names: Iterable[str], now: datetime) -> Certificates:
    """The certificates for this machine's addresses and names, made where there are none that fit."""
    folder = data_dir / FOLDER
    make_folder(folder)
    files = Certificates(folder / "authority.crt", folder / "server.crt", folder / "server.key")
    authority, key = _ready_authority(files.authority, folder / "authority.key", now)
    wanted = _subjects(addresses, names)
    if not _still_good(files, authority, wanted, now):
        leaf_key = ec.generate_private_key(ec.SECP256R1())
        leaf = _sign_leaf(authority, key, leaf_key, wanted, now)
        _write(files.key, _private(leaf_key), _KEY_MODE)
        _write(files.leaf, leaf.public_bytes(Encoding.PEM))
    return files


def _ready_authority(path: Path, key_path: Path, now: datetime) -> tuple[x509.Certificate, Key]:
    if path.exists() and key_path.exists():
        authority = _read_certificate(path)
        key = load_pem_private_key(key_path.read_bytes(), None)
        if isinstance(key, Key) and authority.not_valid_after_utc > now + timedelta(days=RENEW_DAYS):
            return authority, key
    key = ec.generate_private_key(ec.SECP256R1())
    authority = _make_authority(key, now)
    _write(key_path, _private(key), _KEY_MODE)
    _write(path, authority.public_bytes(Encoding.PEM))
    return authority, key


def _make_authority(key: Key, now: datetime) -> x509.Certificate:
    name = _name(f"Bazaar Companion on {socket.gethostname()}"[:64])
    own_names = [x509.DNSName(zone) for zone in ZONES]
    own_addresses = [x509.IPAddress(ipaddress.ip_network(text)) for text in (*NETWORKS, "::1/128")]
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    return (
        _begun(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints([*own_names, *own_addresses], None), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )


def _sign_leaf(
    authority: x509.Certificate, key: Key, leaf_key: Key, subjects: list[x509.GeneralName], now: datetime
) -> x509.Certificate:
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
    issuer_id = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return (
        _begun(_name("Bazaar Companion"), authority.subject, leaf_key, now, LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer_id), critical=False)
        .sign(key, hashes.SHA256())
    )


def _begun(subject: x509.Name, issuer: x509.Name, key: Key, now: datetime, days: int) -> x509.CertificateBuilder:
    begun = x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
    dated = begun.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=days))
    return dated.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)


def _subjects(addresses: Iterable[str], names: Iterable[str]) -> list[x509.GeneralName]:
    """What the certificate is for, without what the authority may not sign for: one such name would spoil it whole."""
    literals = sorted({*LOOPBACK, *addresses})
    own = [ip for text in literals if _may_sign(ip := ipaddress.ip_address(text))]
    known = sorted(
        {"localhost", *(name.lower() for name in names if name.isascii() and name.lower().endswith(".local"))}
    )
    return [*map(x509.DNSName, known), *map(x509.IPAddress, own)]


def _may_sign(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_loopback or any(address in ipaddress.ip_network(text) for text in NETWORKS)


def _still_good(
    files: Certificates, authority: x509.Certificate, wanted: list[x509.GeneralName], now: datetime
) -> bool:
    if not (files.leaf.exists() and files.key.exists()):
        return False
    leaf = _read_certificate(files.leaf)
    told = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    fresh = leaf.not_valid_after_utc > now + timedelta(days=RENEW_DAYS)
    return fresh and set(told) == set(wanted) and _signed_by(leaf, authority)


def _signed_by(leaf: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        leaf.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _private(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _read_certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _write(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Whole or not at all, and never readable by more people than meant."""
    path.with_name(path.name + FRESH_ENDING).unlink(missing_ok=True)  # it might be readable by more
    write_whole(path, data, mode)


def utc_now() -> datetime:
    """The present time; kept apart so that nothing else here looks at a clock."""
    return datetime.now(UTC)
