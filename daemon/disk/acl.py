"""What a folder's default ACL gives to whatever is made in it.

Where there is one, the system leaves the umask out of account: acl(5).
"""

import errno
import os
import struct

_NAME = "system.posix_acl_default"
_NO_ACL = (errno.ENODATA, errno.ENOTSUP, errno.ENOENT)
_USER, _GROUP, _MASK, _OTHER = 0x01, 0x04, 0x10, 0x20


def granted(folder: int) -> int | None:
    """Return the permission bits that the default ACL grants at most; None without one.

    `folder` is a descriptor, which may be one with O_PATH. The value is that of the kernel's
    posix_acl_xattr.h: a version of 4 bytes, then tag, permissions and id of each entry. Raises
    OSError.
    """
    try:
        acl = os.getxattr(f"/proc/self/fd/{folder}", _NAME)
    except OSError as error:
        if error.errno in _NO_ACL:
            return None
        raise
    bits = {tag: bits for tag, bits, _ in struct.iter_unpack("<HHI", acl[4:])}
    return bits[_USER] << 6 | bits.get(_MASK, bits[_GROUP]) << 3 | bits[_OTHER]
